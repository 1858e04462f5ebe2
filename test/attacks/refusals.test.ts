import { describe } from 'vitest';
import { itHolds } from './sweep.ts';

describe('every command with refusals and invalid answers of the service', () => {
  itHolds(
    'in words of shells, screens and files',
    ['paths', 'shell', 'terminal', 'unseen', 'shapes'],
    'fails',
  );
  itHolds('in words that hold the key', 'key', 'fails');
});
