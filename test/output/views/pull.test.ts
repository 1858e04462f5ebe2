import { expect, it, test } from 'vitest';
import { formatDuration, type PullPlanData, renderPullPlanView } from '../../../src/output/views/pull.ts';
import { renderStaleView } from '../../../src/output/views/stale.ts';
import { shellText } from '../../../src/platform/escape/shell.ts';
import { renderPlainText } from '../../support/view-text.ts';

test.each([
  [0, '0 s'],
  [89_400, '89 s'],
  [90_000, '2 min'],
  [89 * 60_000, '89 min'],
  [90 * 60_000, '1 h 30 min'],
  [25 * 3_600_000, '25 h 0 min'],
])('%i ms are shown as %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

it('numbers agree with their nouns if there is one of everything', () => {
  const plan = { dir: 'season', subjects: 1, reads: 1, exports: 1, requests: 1, minutes: 0 };
  const shown = renderPlainText(renderPullPlanView(plan as PullPlanData));
  expect(shown).toContain('season  1 request, at once');
  expect(shown).toContain('1 design or garment: 1 read, 1 export');
  const files = { dir: 'season', checked: 1, files: [] };
  expect(renderPlainText(renderStaleView({ ...files, stale: 0 }, shellText`toile`))).toContain(
    'the file compared matches the service',
  );
  expect(renderPlainText(renderStaleView({ ...files, stale: 1 }, shellText`toile`))).toContain(
    '1 of 1 file differs',
  );
});
