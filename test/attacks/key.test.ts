import { describe } from 'vitest';
import { itHolds } from './sweep.ts';

describe('every command, where a server writes the key back', () => {
  itHolds('as values', 'key', 'values');
  itHolds('wherever a string may stand', 'key', 'all');
});
