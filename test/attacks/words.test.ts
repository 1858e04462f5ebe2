import { describe } from 'vitest';
import { itHolds } from './sweep.ts';

describe('every command with untrusted paths and shell words', () => {
  itHolds('as values', ['paths', 'shell'], 'values');
  itHolds('wherever a string may stand, odd shapes among them', ['paths', 'shell', 'shapes'], 'all');
});
