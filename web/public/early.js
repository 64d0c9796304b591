// What a page that is not hydrated yet must not miss: client/early-input.ts repeats it later.

const waits = (element) =>
  !('ready' in document.documentElement.dataset) || element.closest('[data-waiting]');

// The last press on a button that does not answer yet.
addEventListener(
  'click',
  ({ target }) => {
    const button = target instanceof Element && target.closest('button');
    // After React has had it: a press that woke its part of the page has been answered.
    if (button && button.type === 'button')
      setTimeout(() => waits(button) && (window.earlyPress = button));
  },
  true,
);

// React may render a part anew between the two halves of a press. The button of the first half is
// gone then, and the browser reports no click.
let pressed;
addEventListener(
  'mousedown',
  ({ target, button }) => {
    const found = button === 0 && target instanceof Element && target.closest('button');
    const mayBeLost = found && found.type === 'button' && waits(found);
    pressed = mayBeLost ? [found, found.getBoundingClientRect()] : undefined;
  },
  true,
);
addEventListener(
  'mouseup',
  ({ clientX: x, clientY: y }) => {
    const [button, place] = pressed ?? [];
    pressed = undefined;
    if (!button || button.isConnected) return;
    // Released elsewhere, it was no press.
    if (x < place.left || x > place.right || y < place.top || y > place.bottom) return;
    window.earlyPress = button;
    dispatchEvent(new Event('lostpress'));
  },
  true,
);

// A form with an action works without scripts. The browser would submit any other one to the page's
// own address, and what was typed would be gone.
addEventListener(
  'submit',
  (event) => {
    if (event.target.hasAttribute('action') || !waits(event.target)) return;
    event.preventDefault();
    window.earlyPress = event.submitter;
  },
  true,
);

// React and the forms' library start from their own values, so that what was typed would be replaced.
addEventListener(
  'input',
  ({ target }) => {
    if (!('value' in target) || !waits(target)) return;
    window.earlyFields ??= new Map();
    const ticked = target.type === 'checkbox' || target.type === 'radio';
    window.earlyFields.set(target, ticked ? target.checked : target.value);
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
