import { accountsLs, accountsUse } from './accounts/accounts.ts';
import { api } from './api.ts';
import { brief } from './brief.ts';
import { commands } from './commands.ts';
import { completion } from './completion.ts';
import { configGet, configLs, configSet, configUnset } from './config/config.ts';
import { confirmations } from './confirmations.ts';
import type { AnyCommand } from './define.ts';
import { designsLs } from './designs/ls.ts';
import { diff } from './diff/diff.ts';
import { doctor } from './doctor.ts';
import { exportCommand } from './export/export.ts';
import { graph } from './graph.ts';
import { help } from './help.ts';
import { login } from './login/login.ts';
import { logout } from './logout.ts';
import { mcpConfig } from './mcp/config.ts';
import { mcpServe } from './mcp/serve.ts';
import { me } from './me.ts';
import { pull } from './pull/pull.ts';
import { quota } from './quota.ts';
import { sandboxRun, sandboxStart } from './sandbox/start.ts';
import { sandboxAdvance, sandboxPay, sandboxReset, sandboxScenario, sandboxStatus } from './sandbox/steer.ts';
import { season } from './season/season.ts';
import { sharedInit } from './shared-init.ts';
import { sheet } from './sheet.ts';
import { skillPrint } from './skill.ts';
import { stale } from './stale.ts';
import { techpackForget } from './techpack/forget.ts';
import { techpackLs } from './techpack/ls.ts';
import { techpackRequest } from './techpack/request.ts';
import { techpackStatus } from './techpack/status.ts';
import { toolsCall, toolsLs } from './tools/tools.ts';
import { tour } from './tour.ts';
import { trims } from './trims/trims.ts';
import { trust } from './trust.ts';
import { values } from './values/values.ts';
import { workbookRead } from './workbook/read.ts';
import { workbookWrite } from './workbook/write.ts';

/** Every command, in the order of the help. */
export const table: readonly AnyCommand[] = [
  login,
  logout,
  me,
  quota,
  accountsLs,
  accountsUse,
  designsLs,
  graph,
  brief,
  trust,
  confirmations,
  sheet,
  workbookWrite,
  workbookRead,
  exportCommand,
  techpackRequest,
  techpackStatus,
  techpackLs,
  techpackForget,
  sharedInit,
  pull,
  diff,
  stale,
  values,
  season,
  trims,
  tour,
  sandboxStart,
  sandboxRun,
  sandboxStatus,
  sandboxPay,
  sandboxAdvance,
  sandboxScenario,
  sandboxReset,
  api,
  toolsLs,
  toolsCall,
  mcpServe,
  mcpConfig,
  skillPrint,
  configLs,
  configGet,
  configSet,
  configUnset,
  commands,
  doctor,
  completion,
  help,
];
