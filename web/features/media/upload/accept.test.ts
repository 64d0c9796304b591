// Which files a composer accepts.
import { expect, test } from 'vitest';
import { ALL_KINDS, contentTypeOf, pickerTypes, refusalOf } from './accept.ts';

const file = (name: string, type: string, size = 3, lastModified = 1): File =>
  Object.defineProperty(new File(['x'], name, { type, lastModified }), 'size', { value: size });
const GIB = 1_024 ** 3;

test.each([
  ['a photo is accepted', file('a.jpg', 'image/jpeg'), null],
  ['a video without a type is accepted', file('a.MKV', ''), null],
  ['an audio type with a codec is accepted', file('a.webm', 'audio/webm;codecs=opus'), null],
  ['an archive is accepted', file('a.zip', 'application/x-zip-compressed'), null],
  ['a program is refused', file('a.exe', 'application/x-msdownload'), 'type'],
  ['an empty file is refused', file('a.jpg', 'image/jpeg', 0), 'empty'],
  ['a photo over 50 MB is refused', file('a.jpg', 'image/jpeg', 51 * 1_024 ** 2), 'imageSize'],
  ['a video of 3 GB is accepted', file('a.mp4', 'video/mp4', 3 * GIB), null],
  ['a video over 3 GB is refused', file('a.mp4', 'video/mp4', 3 * GIB + 1), 'size'],
])('%s', (_, one, problem) => expect(refusalOf(one, [], ALL_KINDS)).toBe(problem));

test('a HEIC photo is refused with its own problem, with or without a content type', () => {
  expect(refusalOf(file('a.heic', 'image/heic'), [], ALL_KINDS)).toBe('heic');
  expect(refusalOf(file('IMG_1.HEIC', ''), [], ALL_KINDS)).toBe('heic');
});

test('the same file twice, an eleventh file and a second audio are refused', () => {
  const photos = Array.from({ length: 10 }, (_, index) => file(`${index}.jpg`, 'image/jpeg'));
  expect(refusalOf(file('0.jpg', 'image/jpeg'), photos.slice(0, 2), ALL_KINDS)).toBe('duplicate');
  expect(refusalOf(file('11.jpg', 'image/jpeg'), photos, ALL_KINDS)).toBe('count');
  expect(refusalOf(file('b.mp3', 'audio/mpeg'), [file('a.m4a', 'audio/x-m4a')], ALL_KINDS)).toBe(
    'audios',
  );
});

test('a video is refused with its own problem where only images are accepted', () =>
  expect(refusalOf(file('a.mp4', 'video/mp4'), [], ['image'])).toBe('imageType'));

test('the file picker accepts the kinds by content type and extension', () => {
  expect(pickerTypes(['archive'])).toBe('application/zip,application/x-zip-compressed,.zip');
  expect(contentTypeOf({ name: 'a.txt', type: 'text/plain' })).toBe('text/plain');
});
