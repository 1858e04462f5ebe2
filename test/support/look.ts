/** What a view looks like on a terminal without colour, for reading by eye: `node test/support/look.ts`. */
import { readFileSync } from 'node:fs';
import { readJson } from '../../src/format/lossless.ts';
import { painter } from '../../src/terminal/paint.ts';
import { render } from '../../src/terminal/render.ts';
import { briefView } from '../../src/view/brief.ts';
import { confirmationsView } from '../../src/view/confirmations.ts';
import { designsView } from '../../src/view/designs.ts';
import { graphView } from '../../src/view/graph.ts';
import { meView } from '../../src/view/me.ts';
import type { View } from '../../src/view/model.ts';
import { trustView } from '../../src/view/trust.ts';

const views = { graphView, briefView, trustView, confirmationsView, designsView, meView };

const [name = 'graphView', file = '', options = '{}', room = '80', marks = 'sign'] = process.argv.slice(2);
const view = (views as unknown as Record<string, (body: unknown, options: unknown) => View>)[name];
process.stdout.write(
  render(
    view?.(readJson(readFileSync(file, 'utf8')), JSON.parse(options)) ?? [],
    painter(false, marks as 'sign'),
    Number(room),
  ),
);
