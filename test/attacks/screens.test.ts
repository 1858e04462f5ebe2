import { describe } from 'vitest';
import { itHolds } from './sweep.ts';

describe('every command with untrusted control and invisible characters', () => {
  itHolds('as values', ['terminal', 'unseen'], 'values');
  itHolds(
    'wherever a string may stand, markup among them',
    ['terminal', 'unseen', 'html', 'markdown', 'csv'],
    'all',
  );
});
