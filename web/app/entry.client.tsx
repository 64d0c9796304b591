// Starts the app in the browser on the page that the server rendered.
import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { overwriteGetLocale } from '../paraglide/runtime.js';
import type { Locale } from '@camarim/contract/limits';
import { watchFailures } from '../client/failures.ts';

const locale = document.documentElement.lang as Locale;
overwriteGetLocale(() => locale);
watchFailures();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
