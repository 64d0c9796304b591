// What a page that is not hydrated yet must not miss. The last press on a button that does not
// answer yet: app/layout/early-press.ts repeats it once it does.
addEventListener(
  'click',
  ({ target }) => {
    const button = target instanceof Element && target.closest('button');
    const waits = () =>
      !('ready' in document.documentElement.dataset) || button.closest('[data-waiting]');
    // After React has had it: a press that woke its part of the page has been answered.
    if (button && button.type === 'button')
      setTimeout(() => waits() && (window.earlyPress = button));
  },
  true,
);

// Escape twice covers the page, as app/layout/privacy.ts does from then on: the first may come before
// the page is hydrated and the second after it.
addEventListener(
  'keydown',
  ({ key, repeat, timeStamp }) => {
    const root = document.documentElement;
    if (key !== 'Escape' || repeat || 'ready' in root.dataset) return;
    const twice = timeStamp - window.earlyEscapeAt < 500;
    if (twice) root.toggleAttribute('data-private');
    window.earlyEscapeAt = twice ? undefined : timeStamp;
  },
  true,
);
