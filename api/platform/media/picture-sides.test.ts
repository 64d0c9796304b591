// The sizes of pictures that pages are offered are those that are made.
import { PICTURE_SIDES_PX as OFFERED } from '@camarim/contract/limits';
import { expect, test } from 'vitest';
import { PICTURE_SIDES_PX } from './picture-sides.ts';

test('the contract states the sizes that the renderer makes', () => {
  expect(OFFERED).toEqual(PICTURE_SIDES_PX);
});
