import { describe } from 'vitest';
import { itHolds } from './sweep.ts';

describe('every command, when the service repeats the key', () => {
  itHolds('as values', 'key', 'values');
  itHolds('wherever a string may stand', 'key', 'all');
});
