import { NO_NODE } from './flatten-body.ts';
import { ABSENT_STATE } from './provenance-filter.ts';
import { createBareValue } from './value.ts';
import type { ChangeSide, ValueChange } from './value-change.ts';
import {
  createContentFilter,
  createFieldFilter,
  createOwnerFilter,
  type ValueFilter,
} from './value-filter.ts';

/**
 * Creates a function that returns true for a change that matches the filter. The node and the department of the change
 * must match. At least one value must match too: the old value, the new value, or a value inside them, for example in
 * an added node. A missing old or new value counts as a value with the state `absent`.
 */
export const createChangeFilter = ({
  departments,
  ...filter
}: ValueFilter): ((change: ValueChange) => boolean) => {
  const isOwner = createOwnerFilter(filter);
  const isField = createFieldFilter(filter);
  const isContent = createContentFilter(filter);
  const hasContent = (side: Pick<ChangeSide, 'state' | 'value'> | null): boolean =>
    isContent(
      side === null
        ? { state: ABSENT_STATE, value: undefined }
        : { state: side.state ?? undefined, value: side.value },
    );
  return ({ node_id: nodeId, kind, label, department, field, before, after, values = [] }) => {
    if (departments?.includes(department) === false) return false;
    const owner = { ...NO_NODE, nodeId, kind, label, value: createBareValue(field, undefined) };
    if (!isOwner(owner)) return false;
    return (
      (isField(field, kind) && (hasContent(before) || hasContent(after))) ||
      values.some((value) => isField(value.field, kind) && hasContent(value))
    );
  };
};
