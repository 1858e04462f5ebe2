import { describe } from 'vitest';
import { itHolds } from './sweep.ts';

describe('every command, where a stranger refuses, and where it says what is no answer', () => {
  itHolds(
    'in words of shells, screens and files',
    ['paths', 'shell', 'terminal', 'unseen', 'shapes'],
    'fails',
  );
  itHolds('in words that hold the key', 'key', 'fails');
});
