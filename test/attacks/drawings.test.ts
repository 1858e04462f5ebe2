import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findPictures } from '../support/drawing-pages.ts';
import { runToile } from '../support/run-toile.ts';
import { createMachine, createMachineEnv } from './create-machine.ts';
import { findActiveHtml } from './find-active-markup.ts';
import { createActiveDrawing, createDrawing, OWN_DESIGN } from './hostile-bodies.ts';
import { startHostileService } from './hostile-service.ts';
import { compareSnapshots, takeSnapshot } from './jail.ts';
import { listPayloads, type PayloadFamily } from './payloads.ts';
import { expectNoViolations } from './test-every-command.ts';

const FAMILIES: readonly PayloadFamily[] = ['html', 'markdown', 'shapes', 'csv', 'paths', 'shell'];

describe('an untrusted drawing', () => {
  it.for(FAMILIES)(
    'is refused, or shown as a picture, from a file or the service: %s',
    async (family, { task }) => {
      const place = createMachine();
      const { home, work: cwd, root, kept } = place;
      const texts = listPayloads([family], place.outside);
      const wrong: string[] = [];
      let runs = 0;
      const renderDrawing = async (from: string, env: ReturnType<typeof createMachineEnv>) => {
        const before = takeSnapshot(root, [kept]);
        const argv = ['sheet', OWN_DESIGN.id, '--drawing', from, '-o', 'made.html', '--clobber'];
        const run = await runToile(argv, { home, cwd, columns: 80, env });
        const { added, changed, removed } = compareSnapshots(before, takeSnapshot(root, [kept]));
        wrong.push(...[...added, ...changed, ...removed].filter((path) => !path.endsWith('made.html')));
        runs += 1;
        return run;
      };
      try {
        const lively = await startHostileService(texts, { names: texts, lively: true });
        writeFileSync(join(cwd, 'mine.svg'), createActiveDrawing(texts));
        for (const [from, code] of [
          ['fetch', 3],
          ['mine.svg', 2],
        ] as const) {
          const run = await renderDrawing(from, createMachineEnv(place, lively.baseUrl));
          expect(run).toMatchObject({ code, out: '' });
          expect(run.err).toContain('cannot be shown on a page: it ');
          expect(existsSync(join(cwd, 'made.html'))).toBe(false);
        }
        await lively.close();
        const service = await startHostileService(texts, { names: texts });
        writeFileSync(
          join(cwd, 'mine.svg'),
          createDrawing(texts).replace('<svg ', '<svg viewBox="0 0 9 9" '),
        );
        const run = await renderDrawing('mine.svg', createMachineEnv(place, service.baseUrl));
        await service.close();
        expect(run).toMatchObject({ code: 0 });
        const page = readFileSync(join(cwd, 'made.html'), 'utf8');
        expect(findPictures(page)).toHaveLength(1);
        wrong.push(...findActiveHtml(page));
      } finally {
        place.remove();
      }
      task.meta.tally = { runs };
      expectNoViolations(wrong);
    },
  );
});
