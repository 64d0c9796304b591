// Parses WebVTT (W3C) strictly and writes it again with times and text only, so that no style,
// position or comment of an uploaded file reaches a page.
import { type AppError, fieldError } from '../../../platform/errors/app-error.ts';

export const CUES_MAX = 5_000;
const CUE_LINES_MAX = 6;
const LINE_MAX = 200;

const TIMES =
  /^((?:\d{2,3}:)?[0-5]\d:[0-5]\d\.\d{3})[ \t]+-->[ \t]+((?:\d{2,3}:)?[0-5]\d:[0-5]\d\.\d{3})(?:[ \t].*)?$/;
/** Blocks that the format allows and that are left out. */
const SKIPPED_BLOCK = /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/;
/** Emphasis stays; all other tags are removed, their text stays. */
const TAG = /<(?!\/?(?:i|b|u)>)[^>]*>/g;

type Cue = { start: string; end: string; lines: string[] };
type Line = { text: string; number: number };

const msOf = (time: string): number => {
  const [seconds = 0, minutes = 0, hours = 0] = time.split(':').map(Number).toReversed();
  return Math.round(((hours * 60 + minutes) * 60 + seconds) * 1_000);
};

/** The form that every player reads, with hours. */
const withHours = (time: string): string =>
  time.length === '00:00.000'.length ? `00:${time}` : time;

/** Names the line, counted from 1 as editors do. */
const refuse = (number: number): AppError => fieldError('vtt', 'captions.invalid', { min: number });

/** Lines between blank ones, with where they stand. */
const blocksOf = (text: string): Line[][] => {
  const blocks: Line[][] = [[]];
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (line.trim() !== '') blocks.at(-1)?.push({ text: line, number: index + 1 });
    else if (blocks.at(-1)?.length) blocks.push([]);
  }
  return blocks.filter(({ length }) => length > 0);
};

const readCue = (block: readonly Line[]): Cue => {
  const [first, second] = block;
  // A cue may have a name above its times.
  const at = first?.text.includes('-->') ? 0 : 1;
  const times = at === 0 ? first : second;
  const [, start, end] = TIMES.exec(times?.text.trim() ?? '') ?? [];
  if (start === undefined || end === undefined || msOf(start) >= msOf(end))
    throw refuse(times?.number ?? first?.number ?? 1);
  const words = block.slice(at + 1);
  const wrong = words.find(
    ({ text }, index) => text.includes('-->') || text.length > LINE_MAX || index >= CUE_LINES_MAX,
  );
  if (wrong) throw refuse(wrong.number);
  return {
    start: withHours(start),
    end: withHours(end),
    lines: words.map(({ text }) => text.replaceAll(TAG, '').trim()).filter(Boolean),
  };
};

/**
 * The sanitised file, and how many cues it has. Throws captions.invalid, which names the first
 * wrong line.
 */
export const rewriteCaptions = (file: string): { vtt: string; cues: number } => {
  const [head, ...blocks] = blocksOf(file.replace(/^\uFEFF/, ''));
  const [signature] = head ?? [];
  if (
    !signature ||
    signature.number !== 1 ||
    !/^WEBVTT(?:[ \t]|$)/.test(signature.text) ||
    file.includes('\0')
  )
    throw refuse(1);
  const cues = blocks.filter(([first]) => !SKIPPED_BLOCK.test(first?.text ?? '')).map(readCue);
  if (cues.length === 0 || cues.length > CUES_MAX) throw refuse(1);
  return {
    vtt: `WEBVTT\n\n${cues.map(({ start, end, lines }) => `${start} --> ${end}\n${lines.join('\n')}\n`).join('\n')}`,
    cues: cues.length,
  };
};
