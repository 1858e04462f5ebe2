import { describe } from 'vitest';
import { testEveryCommand } from './test-every-command.ts';

describe('every command with refusals and invalid answers of the service', () => {
  testEveryCommand(
    'in words of shells, screens and files',
    ['paths', 'shell', 'terminal', 'unseen', 'shapes'],
    'fails',
  );
  testEveryCommand('in words that hold the key', 'key', 'fails');
});
