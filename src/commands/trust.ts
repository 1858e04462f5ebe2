import { buildTrustRows, renderTrustView, TRUST_COLUMNS } from '../output/views/trust.ts';
import { defineCommand } from './command-spec.ts';
import { parseDesignOrBody } from './designs/body-input.ts';
import { READ_COMMAND_SPEC, readResource } from './designs/fetch-resource.ts';

export const trustCommand = defineCommand({
  ...READ_COMMAND_SPEC,
  path: 'trust',
  namesInOtherTools: ['design-trust'],
  summary: 'Show the Design Trust counts',
  about:
    'The service counts what is asserted, inferred and unstated in a garment. The counts are not a ' +
    'score.',
  flags: { all: { about: 'show all fields, even those that are usually left out' } },
  examples: [
    { why: 'See the counts of a garment', line: 'toile trust GARM-101' },
    { why: 'Print the JSON as the service sent it', line: 'toile trust GARM-101 --json' },
  ],
  columns: [{ names: TRUST_COLUMNS }],
  parse: ({ args: [word], flags }) => ({ input: parseDesignOrBody(word), all: flags.all === true }),
  run: (deps, { input }) => readResource(deps, input, 'design-trust'),
  buildView: (body, { all }, { extra, toile }) => renderTrustView(body, { all, subject: extra.id, toile }),
  buildRows: (body, { all }, { id: subject }) => buildTrustRows(body, { all, subject }),
});
