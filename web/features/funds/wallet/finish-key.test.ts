// Every page that shows a charge finishes its purchase with the same idempotency key.
import { expect, test } from 'vitest';
import { finishKey } from './finish-key.ts';

const A = { id: '01890a5d-ac96-774b-bcce-b302099a8057' as never };
const B = { id: '01890a5d-ac96-774b-bcce-b302099a8058' as never };

test('the finish key is the same for one charge on every page, differs by charge, and is valid', () => {
  expect(finishKey({ ...A })).toBe(finishKey({ ...A }));
  expect(finishKey(B)).not.toBe(finishKey(A));
  expect(finishKey(A)).toMatch(/^[\w-]{8,128}$/);
});
