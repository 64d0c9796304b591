// Marks of the payment methods, of our own drawing: what is done, not the logo of a company. The
// name stands beside each.
import type { ReactNode } from 'react';
import type { Method } from './methods.ts';

/** On a grid of 24 units, drawn with the colour of the text. */
const DRAWINGS: Record<Method, ReactNode> = {
  card: (
    <>
      <rect x="2" y="5" width="20" height="14" rx="2.5" />
      <path d="M2 10h20M6 15h3" />
    </>
  ),
  // The corners of a code, and a payment at once.
  pix: (
    <>
      <rect x="3" y="3" width="6" height="6" rx="1" />
      <rect x="15" y="3" width="6" height="6" rx="1" />
      <rect x="3" y="15" width="6" height="6" rx="1" />
      <path d="m17.5 12-3 4.5h5l-3 4.5" />
    </>
  ),
  // A slip with its bars.
  boleto: (
    <>
      <path d="M4 3h16v18l-2.7-1.6-2.6 1.6-2.7-1.6L9.3 21l-2.6-1.6L4 21z" />
      <path d="M8 7v8M11 7v8M13.5 7v8M16 7v8" />
    </>
  ),
  // An account that is known by its email address.
  paypal: (
    <>
      <rect x="2" y="3" width="15" height="11" rx="2" />
      <path d="m2.5 5 7 5 7-5" />
      <circle cx="19" cy="18.5" r="3" />
    </>
  ),
  // A coin that leaves a phone.
  picpay: (
    <>
      <rect x="3" y="2" width="11" height="20" rx="2.5" />
      <path d="M7 18.5h3" />
      <circle cx="19" cy="8" r="3" />
    </>
  ),
};

export const MethodMark = ({ method }: { method: Method }) => (
  <svg
    aria-hidden
    width="24"
    height="24"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    {DRAWINGS[method]}
  </svg>
);
