/** Bodies of the sandbox's garments, read as the program reads them. */
import { parseJson } from '../../src/platform/json/parse-json.ts';
import { listSampleGarments } from '../../src/sandbox/corpus/sample-garments.ts';
import type { SandboxProfile } from '../../src/sandbox/state/profiles-and-drivers.ts';

const findGarment = (id: string) => {
  const found = listSampleGarments().find((each) => each.sgg_garment_id === id || each.id.startsWith(id));
  if (!found) throw new Error(`no garment ${id}`);
  return found;
};

export const readSampleGraph = (id: string, profile: SandboxProfile = 'technical_designer'): unknown =>
  parseJson(findGarment(id).graph(profile));
export const readSampleBody = (
  id: string,
  resource: 'tailor-brief' | 'design-trust' | 'confirmations',
): unknown => parseJson(findGarment(id).read(resource));

/** House garments and designs with every oddity that the sandbox has. */
export const NOTABLE_GARMENTS = [
  'GARM-101',
  'GARM-7',
  'GARM-33',
  'GARM-450',
  'GARM-00012',
  'GARM-9007199254740993',
  'c2b9',
  '8e0f',
  '5a7d',
  'b1c2',
  '0f1e',
  'GARM-5117',
];
