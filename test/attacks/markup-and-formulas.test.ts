import { describe } from 'vitest';
import { testEveryCommand } from './test-every-command.ts';

describe('every command with untrusted markup, formulas and unusual shapes', () => {
  testEveryCommand('as values: markup and formulas', ['html', 'markdown', 'csv'], 'values');
  testEveryCommand('as values: shapes', ['shapes'], 'values');
});
