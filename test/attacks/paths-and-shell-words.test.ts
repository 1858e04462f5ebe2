import { describe } from 'vitest';
import { testEveryCommand } from './test-every-command.ts';

describe('every command with untrusted paths and shell words', () => {
  testEveryCommand('as values', ['paths', 'shell'], 'values');
  testEveryCommand('wherever a string may stand, odd shapes among them', ['paths', 'shell', 'shapes'], 'all');
});
