// What a gateway took survives its crash: a sandbox of its own is killed and started again.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testSandboxProcess } from '../../testing/sandbox.ts';
import { ACQUIRERS, lookupOf, openCardFixture } from './cards/conformance-fixture.ts';
import { openGatewayFixture } from './conformance-fixture.ts';
import { GATEWAYS } from './conformance-gateways.ts';
import type { SandboxProcess } from './sandbox-process.ts';

const hooks = { beforeAll, afterEach, afterAll };

describe.each(GATEWAYS.map((entry) => ({ ...entry, name: entry.title ?? entry.traits.name })))(
  '$name',
  (entry) => {
    let sandbox: SandboxProcess;
    const fixture = openGatewayFixture(
      entry,
      hooks,
      async () => (sandbox = await testSandboxProcess()),
    );

    it('charges survive a crash of the gateway', async () => {
      const before = await fixture().charge();
      const { chargeId } = await fixture().paidCharge();
      await sandbox.restart();
      expect(await fixture().stateOf(before.chargeId)).toBe('pending');
      expect(await fixture().stateOf(chargeId)).toBe('paid');
      expect((await fixture().charge()).state).toBe('pending');
    });
  },
);

describe.each(ACQUIRERS)('$name', (acquirer) => {
  let sandbox: SandboxProcess;
  const { charge, provider } = openCardFixture(
    acquirer,
    hooks,
    async () => (sandbox = await testSandboxProcess()),
  );

  it('charges survive a crash of the acquirer', async () => {
    const report = await charge();
    await sandbox.restart();
    expect(await provider().status(lookupOf(report.chargeId))).toEqual(report);
  });
});
