// Pre-hijacking (Sudhodanan and Paverd, 2022): an attacker creates an account with the victim's
// address and waits for the victim.
import { beforeAll, describe, expect, test } from 'vitest';
import { solveCaptcha } from '../../../api-client.ts';
import {
  offerOf,
  outcome,
  verified,
  openSocialLogIn,
  type SocialLogIn,
} from '../../../testing/identity/social-log-in.ts';

let social: SocialLogIn;
beforeAll(async () => {
  social = await openSocialLogIn();
});

describe('an account that an attacker created with the victim’s address', () => {
  const trap = async (name: string) => {
    const attacker = await social.app.join(name);
    social.google.accounts.set(name, verified(`${name}@example.com`));
    return attacker;
  };
  const arrive = async (name: string) => {
    const response = await social.visit('google', name);
    expect(outcome(response)).toEqual([409, 'identity.registrationNeeded']);
    expect(offerOf(response).addressHeld).toBe(true);
    return social.register(response, `${name}-real`);
  };

  test('an account with the victim’s address is not merged with the victim’s own (classic-federated merge)', async () => {
    const attacker = await trap('vitima1');
    const made = await arrive('vitima1');
    expect(made.reply.data.user.profile.id).not.toBe(attacker.profileId);
    expect(outcome(await social.logIn('vitima1@example.com'))).toEqual([
      400,
      'auth.invalidCredentials',
    ]);
    expect(outcome(await social.logIn('vitima1-real'))).toEqual([400, 'auth.invalidCredentials']);
    // Control: the attacker's account still exists, and can't confirm the address.
    const own = await social.logIn('vitima1');
    expect(own.reply.data.user).toMatchObject({
      email: 'vitima1@example.com',
      emailConfirmed: false,
    });
    expect(own.reply.data.user.profile.id).toBe(attacker.profileId);
  });

  test('sessions of an account with the victim’s address can’t reach the victim’s own (unexpired session)', async () => {
    const attacker = await trap('vitima2');
    const made = await arrive('vitima2');
    expect((await attacker.call('GET /auth')).profile.id).toBe(attacker.profileId);
    const sessions = await social.personBehind(made).call('GET /profiles/sessions');
    expect(sessions.map(({ id }) => id)).toEqual([made.reply.data.user.sessionId]);
  });

  test('an identity linked before the victim registered gets no access to the account (trojan identifier)', async () => {
    const attacker = await trap('vitima3');
    social.x.accounts.set('atacante3', { name: 'Atacante' });
    expect((await social.visit('twitter', 'atacante3', attacker, true)).reply.data.linked).toBe(
      true,
    );
    const made = await arrive('vitima3');
    expect(social.personBehind(await social.visit('twitter', 'atacante3')).profileId).toBe(
      attacker.profileId,
    );
    expect(
      (await social.personBehind(made).call('GET /auth/identities')).linked.map(
        ({ provider }) => provider,
      ),
    ).toEqual(['google']);
  });

  test('identities that were linked before the victim confirmed the address by email are removed', async () => {
    const reset = async (name: string) => {
      await social.app.visitor.call('POST /auth/forget', {
        body: { email: `${name}@example.com`, recapcha: await solveCaptcha(social.app.visitor) },
      });
      const token =
        (await social.emails(`${name}@example.com`))
          .map(({ text }) => /account\/reset#([\w-]+)/.exec(text)?.[1])
          .find(Boolean) ?? '';
      expect(
        (
          await social.app.visitor.ask('POST /auth/reset', {
            body: { token, password: 'outra-frase-bem-longa' },
          })
        ).status,
      ).toBe(200);
    };
    const attacker = await social.app.join('vitima4');
    social.x.accounts.set('atacante4', { name: 'Atacante' });
    await social.visit('twitter', 'atacante4', attacker, true);
    await reset('vitima4');
    expect(outcome(await social.visit('twitter', 'atacante4'))).toEqual([
      409,
      'identity.registrationNeeded',
    ]);

    const owner = await social.app.join('dona4');
    await social.confirm('dona4@example.com');
    social.app.clock.advance(1_000);
    social.x.accounts.set('dona4', { name: 'Dona' });
    await social.visit('twitter', 'dona4', owner, true);
    await reset('dona4');
    expect(social.personBehind(await social.visit('twitter', 'dona4')).profileId).toBe(
      owner.profileId,
    );
  });
});
