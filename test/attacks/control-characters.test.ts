import { describe } from 'vitest';
import { testEveryCommand } from './test-every-command.ts';

describe('every command with untrusted control and invisible characters', () => {
  testEveryCommand('as values', ['terminal', 'unseen'], 'values');
  testEveryCommand(
    'wherever a string may stand, markup among them',
    ['terminal', 'unseen', 'html', 'markdown', 'csv'],
    'all',
  );
});
