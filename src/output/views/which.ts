import { formatCount } from '../../garment/format-count.ts';
import type { ReadChanges, ReadMatch, ReadPlace, WhichResult } from '../../garment/read-matches.ts';
import { faint, strong } from './value-runs.ts';
import { formatReadTime } from './view-header.ts';
import {
  buildRecordRows,
  gap,
  line,
  type OutputRows,
  type TerminalView,
  type ViewBlock,
} from './view-model.ts';

const formatTime = (time: string | null): string =>
  time === null || Number.isNaN(Date.parse(time)) ? 'at an unknown time' : formatReadTime(Date.parse(time));

const formatPlace = ({ kind, where, commit }: ReadPlace): string =>
  kind === 'git'
    ? `${where} in git, first at commit ${commit?.slice(0, 12) ?? ''}`
    : kind === 'workbook'
      ? `${where}, as the workbook says`
      : where;

const formatReadChanges = ({ stated, withdrawn, changed, added, removed }: ReadChanges): string => {
  const words = [
    ...(stated > 0 ? [`${formatCount(stated, 'value')} stated since`] : []),
    ...(withdrawn > 0 ? [`${withdrawn} no longer stated`] : []),
    ...(changed > 0 ? [`${changed} changed`] : []),
    ...(added > 0 ? [`${added} added`] : []),
    ...(removed > 0 ? [`${removed} removed`] : []),
  ];
  return words.length === 0 ? 'no value has changed since' : words.join(', ');
};

const formatSince = ({ now, designs, of }: ReadMatch): string | undefined => {
  if (of === 'folder')
    return designs === undefined
      ? undefined
      : designs.changed === 0
        ? `as it is now: ${formatCount(designs.all, 'design')}`
        : `${designs.changed} of ${formatCount(designs.all, 'design')} changed since`;
  return now === null
    ? undefined
    : `${formatReadChanges(now.changes)} (${now.where}, read ${formatTime(now.read)})`;
};

const renderMatch = (match: ReadMatch): readonly ViewBlock[] => {
  const { digest, of, name, profile, read, found } = match;
  const id = match.garment_id ?? match.design_id ?? '';
  const since = formatSince(match);
  return [
    gap,
    line(
      [
        strong(of === 'folder' ? 'folder' : id || name),
        ...(name === id ? [] : ['  ', name]),
        '  ',
        faint(digest),
      ],
      { hang: 2, right: faint(profile ?? '') },
    ),
    line([faint('read '), formatTime(read), faint('  in '), formatPlace(found)], { indent: 2, hang: 2 }),
    since === undefined
      ? line(faint('not in a folder that was searched'), { indent: 2, hang: 2 })
      : line(since, { indent: 2, hang: 2 }),
  ];
};

/**
 * Renders for a terminal where the garments and folders with the given digests were found, and how the found versions
 * differ from the present ones.
 */
export const renderWhichView = ({ reads, missing, searched: { notes } }: WhichResult): TerminalView => [
  ...reads.flatMap(renderMatch).slice(1),
  ...(missing.length === 0 ? [] : [gap, line(faint(`not found: ${missing.join(', ')}`), { hang: 2 })]),
  ...(notes.length === 0
    ? []
    : [gap, ...notes.map((note) => line(faint(`not searched: ${note}`), { hang: 2 }))]),
];

/** The columns of `toile which`, which prints one row per garment or folder. */
export const WHICH_COLUMNS = [
  ...['digest', 'of', 'design_id', 'garment_id', 'name', 'profile', 'read', 'kind', 'where', 'commit'],
  ...['now', 'now_read', 'stated', 'withdrawn', 'changed', 'added', 'removed'],
];

/** Builds the output rows of `toile which`: one row for each garment or folder that was found. */
export const buildWhichRows = ({ reads }: WhichResult): OutputRows =>
  buildRecordRows(
    reads.map((match) => ({
      ...match,
      ...match.found,
      ...match.now?.changes,
      now: match.now?.where,
      now_read: match.now?.read,
    })),
    WHICH_COLUMNS,
  );
