import { describe } from 'vitest';
import { itHolds } from './sweep.ts';

describe('every command, where a stranger writes paths and words of shells', () => {
  itHolds('as values', ['paths', 'shell'], 'values');
  itHolds('wherever a string may stand, odd shapes among them', ['paths', 'shell', 'shapes'], 'all');
});
