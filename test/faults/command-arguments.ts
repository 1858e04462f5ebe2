/** Command lines that read or write files, for tests with a failing disk. */
import { commandTable } from '../../src/commands/command-table.ts';

/** The arguments of each command; their input files exist. */
export const COMMAND_ARGUMENTS: Readonly<
  Record<string, { readonly argv: readonly string[]; readonly stdin?: string; readonly patience?: number }>
> = {
  login: { argv: ['login', '--with-key', '--insecure-storage'], stdin: '{key}\n' },
  logout: { argv: ['logout'] },
  me: { argv: ['me'] },
  quota: { argv: ['quota'] },
  'accounts ls': { argv: ['accounts', 'ls'] },
  'accounts use': { argv: ['accounts', 'use', 'studio'] },
  'designs ls': { argv: ['designs', 'ls', '--xlsx', 'new.xlsx'] },
  graph: { argv: ['graph', 'GARM-101'] },
  brief: { argv: ['brief', 'GARM-101', '--csv'] },
  trust: { argv: ['trust', 'GARM-101'] },
  confirmations: { argv: ['confirmations', 'GARM-101', '--xlsx', 'new.xlsx'] },
  conflicts: { argv: ['conflicts', 'season'] },
  sheet: { argv: ['sheet', 'GARM-101', '-o', 'new.html'] },
  'workbook write': { argv: ['workbook', 'write', 'GARM-101', '-o', 'new.xlsx'] },
  'workbook read': { argv: ['workbook', 'read', 'book.xlsx'] },
  export: { argv: ['export', 'GARM-5117', '-o', 'new.svg'] },
  'techpack request': { argv: ['techpack', 'request', 'GARM-5117', '--yes'] },
  'techpack status': { argv: ['techpack', 'status'] },
  'techpack ls': { argv: ['techpack', 'ls'] },
  'techpack forget': { argv: ['techpack', 'forget', '--damaged', '--yes'] },
  'shared init': { argv: ['shared', 'init', '--yes'] },
  pull: { argv: ['pull', 'new', 'GARM-5117', '--garments-only'] },
  diff: { argv: ['diff', 'season', 'GARM-5117'] },
  stale: { argv: ['stale', 'season'] },
  values: { argv: ['values', 'season'] },
  which: { argv: ['which', 'book.xlsx', '.'] },
  season: { argv: ['season', 'season', '--xlsx', 'new.xlsx'] },
  trims: { argv: ['trims', 'season'] },
  tour: { argv: ['tour'] },
  'sandbox start': { argv: ['sandbox', 'start'], patience: 400 },
  'sandbox run': { argv: ['sandbox', 'run', '--', 'true'] },
  'sandbox status': { argv: ['sandbox', 'status'] },
  'sandbox pay': { argv: ['sandbox', 'pay', '11111111-1111-4111-8111-111111111111'] },
  'sandbox advance': { argv: ['sandbox', 'advance', '60'] },
  'sandbox scenario': { argv: ['sandbox', 'scenario', 'slow-pack'] },
  'sandbox reset': { argv: ['sandbox', 'reset'] },
  api: { argv: ['api', 'v1/designs/3f6a1c58-9f0e-4f55-8d3b-1a4c2b7e9d01/exports', '--body', '@body.json'] },
  'tools ls': { argv: ['tools', 'ls'] },
  'tools call': { argv: ['tools', 'call', 'get_tailor_brief', '--args', '@args.json'] },
  'mcp serve': { argv: ['mcp', 'serve', '--folder', 'season'], patience: 400 },
  'mcp config': { argv: ['mcp', 'config', 'cursor'] },
  'skill print': { argv: ['skill', 'print'] },
  'config ls': { argv: ['config', 'ls'] },
  'config get': { argv: ['config', 'get', 'accessible'] },
  'config set': { argv: ['config', 'set', 'accessible', 'true'] },
  'config unset': { argv: ['config', 'unset', 'accessible'] },
  commands: { argv: ['commands'] },
  doctor: { argv: ['doctor'] },
  completion: { argv: ['completion', 'bash'] },
  help: { argv: ['help'] },
};

/** Returns commands without arguments here. */
export const listMissingCommands = (): readonly string[] =>
  commandTable.map(({ path }) => path).filter((path) => COMMAND_ARGUMENTS[path] === undefined);
