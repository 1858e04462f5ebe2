import { describe } from 'vitest';
import { itHolds } from './sweep.ts';

describe('every command with untrusted markup, formulas and unusual shapes', () => {
  itHolds('as values: markup and formulas', ['html', 'markdown', 'csv'], 'values');
  itHolds('as values: shapes', ['shapes'], 'values');
});
