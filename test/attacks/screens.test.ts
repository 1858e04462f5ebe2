import { describe } from 'vitest';
import { itHolds } from './sweep.ts';

describe('every command, where a stranger writes what a terminal obeys and nobody sees', () => {
  itHolds('as values', ['terminal', 'unseen'], 'values');
  itHolds(
    'wherever a string may stand, markup among them',
    ['terminal', 'unseen', 'html', 'markdown', 'csv'],
    'all',
  );
});
