import { describe } from 'vitest';
import { itHolds } from './sweep.ts';

describe('every command, where a stranger writes markup, formulas and shapes that nobody thinks of', () => {
  itHolds('as values: markup and formulas', ['html', 'markdown', 'csv'], 'values');
  itHolds('as values: shapes', ['shapes'], 'values');
});
