import { accountsLsCommand, accountsUseCommand } from './accounts/accounts.ts';
import { apiCommand } from './api.ts';
import { briefCommand } from './brief.ts';
import type { AnyCommand } from './command-spec.ts';
import { commandsCommand } from './commands.ts';
import { completionCommand } from './completion/completion.ts';
import { configGetCommand, configLsCommand, configSetCommand, configUnsetCommand } from './config/config.ts';
import { confirmationsCommand } from './confirmations.ts';
import { conflictsCommand } from './conflicts.ts';
import { designsLsCommand } from './designs/designs-ls.ts';
import { diffCommand } from './diff/diff.ts';
import { doctorCommand } from './doctor.ts';
import { exportCommand } from './export/export.ts';
import { graphCommand } from './graph.ts';
import { helpCommand } from './help.ts';
import { loginCommand } from './login/login.ts';
import { logoutCommand } from './logout.ts';
import { mcpConfigCommand } from './mcp/mcp-config.ts';
import { mcpServeCommand } from './mcp/mcp-serve.ts';
import { meCommand } from './me.ts';
import { pullCommand } from './pull/pull.ts';
import { quotaCommand } from './quota.ts';
import {
  sandboxAdvanceCommand,
  sandboxPayCommand,
  sandboxResetCommand,
  sandboxScenarioCommand,
  sandboxStatusCommand,
} from './sandbox/sandbox-control.ts';
import { sandboxRunCommand, sandboxStartCommand } from './sandbox/sandbox-start.ts';
import { seasonCommand } from './season/season.ts';
import { sharedInitCommand } from './shared-init.ts';
import { sheetCommand } from './sheet.ts';
import { skillPrintCommand } from './skill-print.ts';
import { staleCommand } from './stale.ts';
import { techpackForgetCommand } from './techpack/techpack-forget.ts';
import { techpackLsCommand } from './techpack/techpack-ls.ts';
import { techpackRequestCommand } from './techpack/techpack-request.ts';
import { techpackStatusCommand } from './techpack/techpack-status.ts';
import { toolsCallCommand, toolsLsCommand } from './tools/tools.ts';
import { tourCommand } from './tour.ts';
import { trimsCommand } from './trims/trims.ts';
import { trustCommand } from './trust.ts';
import { valuesCommand } from './values/values.ts';
import { whichCommand } from './which/which.ts';
import { workbookReadCommand } from './workbook/workbook-read.ts';
import { workbookWriteCommand } from './workbook/workbook-write.ts';

export const commandTable: readonly AnyCommand[] = [
  loginCommand,
  logoutCommand,
  meCommand,
  quotaCommand,
  accountsLsCommand,
  accountsUseCommand,
  designsLsCommand,
  graphCommand,
  briefCommand,
  trustCommand,
  confirmationsCommand,
  conflictsCommand,
  sheetCommand,
  workbookWriteCommand,
  workbookReadCommand,
  exportCommand,
  techpackRequestCommand,
  techpackStatusCommand,
  techpackLsCommand,
  techpackForgetCommand,
  sharedInitCommand,
  pullCommand,
  diffCommand,
  staleCommand,
  valuesCommand,
  whichCommand,
  seasonCommand,
  trimsCommand,
  tourCommand,
  sandboxStartCommand,
  sandboxRunCommand,
  sandboxStatusCommand,
  sandboxPayCommand,
  sandboxAdvanceCommand,
  sandboxScenarioCommand,
  sandboxResetCommand,
  apiCommand,
  toolsLsCommand,
  toolsCallCommand,
  mcpServeCommand,
  mcpConfigCommand,
  skillPrintCommand,
  configLsCommand,
  configGetCommand,
  configSetCommand,
  configUnsetCommand,
  commandsCommand,
  doctorCommand,
  completionCommand,
  helpCommand,
];
