// Captions are read strictly: a wrong file is refused at its line, and of a right one only times
// and words are kept.
import { expect, test } from 'vitest';
import { AppError } from '../../../platform/errors/app-error.ts';
import { CUES_MAX, rewriteCaptions } from './webvtt.ts';

const cue = (times: string, text = 'Oi') => `WEBVTT\n\n${times}\n${text}\n`;
const GOOD = '00:00:01.000 --> 00:00:02.000';
const lineOf = (file: string): number | undefined => {
  try {
    rewriteCaptions(file);
  } catch (error) {
    if (error instanceof AppError && error.code === 'captions.invalid')
      return error.data.fields?.['vtt']?.min;
    throw error;
  }
  return undefined;
};

test('rewriting captions keeps times and text, without names, settings, comments and styles', () => {
  const file =
    '\uFEFFWEBVTT - Filme\r\nX-TIMESTAMP-MAP=LOCAL:0\r\n\r\nSTYLE\r\n::cue { background: url(http://x/) }\r\n\r\nNOTE a word\r\n\r\nprimeira\r\n00:01.000 --> 00:02.500 align:start line:0%\r\n<v Íris>Boa <i>noite</i>,</v>\r\n<c.red>gente</c> & <b>fãs</b>\r\n\r\n100:00:03.000 --> 100:00:04.000\r\nFim\r\n';
  expect(rewriteCaptions(file)).toEqual({
    cues: 2,
    vtt: 'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nBoa <i>noite</i>,\ngente & <b>fãs</b>\n\n100:00:03.000 --> 100:00:04.000\nFim\n',
  });
});

test('rewriting captions is idempotent', () => {
  const { vtt } = rewriteCaptions(cue(GOOD, 'a\nb'));
  expect(rewriteCaptions(vtt).vtt).toBe(vtt);
});

test.each([
  ['', 1],
  ['1\n00:00:01,000 --> 00:00:02,000\nSRT', 1],
  ['WEBVTTX\n\n', 1],
  ['\nWEBVTT', 1],
  ['WEBVTT', 1],
  ['<html>', 1],
  [`${cue(GOOD)}\0`, 1],
  [cue('00:00:02.000 --> 00:00:01.000'), 3],
  [cue('00:00:01.000 --> 00:00:01.000'), 3],
  [cue('00:00:61.000 --> 00:01:02.000'), 3],
  [cue('0:01.000 --> 00:02.000'), 3],
  [cue('00:00:01,000 --> 00:00:02,000'), 3],
  [cue(`name\n${GOOD}`), undefined],
  [cue('a\nb'), 4],
  [cue(GOOD, 'x --> y'), 4],
  [cue(GOOD, 'x'.repeat(201)), 4],
  [cue(GOOD, 'x\n'.repeat(7)), 10],
  [`WEBVTT\n\n${`${GOOD}\nx\n\n`.repeat(CUES_MAX + 1)}`, 1],
])('the captions file %j is refused at line %s', (file, line) => {
  expect(lineOf(file)).toBe(line);
});
