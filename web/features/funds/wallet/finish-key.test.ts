// What a payment was for is done once: every page that shows the payment asks for it with the same
// key.
import { expect, test } from 'vitest';
import { finishKey } from './finish-key.ts';

const A = { id: '01890a5d-ac96-774b-bcce-b302099a8057' as never };
const B = { id: '01890a5d-ac96-774b-bcce-b302099a8058' as never };

test('two pages that show one payment have one key for what it was for, two payments have two, and the API takes it', () => {
  expect(finishKey({ ...A })).toBe(finishKey({ ...A }));
  expect(finishKey(B)).not.toBe(finishKey(A));
  expect(finishKey(A)).toMatch(/^[\w-]{8,128}$/);
});
