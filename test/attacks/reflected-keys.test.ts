import { describe } from 'vitest';
import { testEveryCommand } from './test-every-command.ts';

describe('every command, when the service repeats the key', () => {
  testEveryCommand('as values', 'key', 'values');
  testEveryCommand('wherever a string may stand', 'key', 'all');
});
