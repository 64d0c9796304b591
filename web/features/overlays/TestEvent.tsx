// Sends a test to everything that is connected.
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/actions/Button.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import { useTestEvent } from './queries.ts';

export const TestEvent = () => {
  const test = useTestEvent();
  return (
    <Button
      variant="line"
      loading={test.isPending}
      onClick={() => test.mutate(undefined, { onSuccess: () => showToast(m.overlays_tested()) })}
    >
      {m.overlays_test()}
    </Button>
  );
};
