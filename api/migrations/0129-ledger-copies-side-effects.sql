-- What a transfer causes in other features comes as rows that those features prepared: ledger_post hands the side effects of posted items to
-- write_side_effects and reads nothing of them. The rest of ledger_post is as in 0121.

-- One element per item: {"notifications": [...], "outbox": [...]}, the rows under the names of their columns. The version before wrote
-- the amount as `amount`, and no time.
CREATE FUNCTION write_side_effects(effects jsonb[])
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
BEGIN
  INSERT INTO notifications (id, profile_id, type, from_profile_id, post_id, amount_centavos, text, created_at)
  SELECT r.id, r.profile_id, r.type, r.from_profile_id, r.post_id, coalesce(r.amount_centavos, r.amount), r.text, coalesce(r.created_at, now())
  FROM unnest(effects) WITH ORDINALITY AS e (effect, n) CROSS JOIN LATERAL jsonb_to_recordset(e.effect -> 'notifications')
    AS r (id uuid, profile_id uuid, type text, from_profile_id uuid, post_id uuid, amount_centavos bigint, amount bigint, text text, created_at timestamptz)
  ORDER BY e.n;
  INSERT INTO outbox (event, audience, payload)
  SELECT r.event, r.audience, r.payload
  FROM unnest(effects) WITH ORDINALITY AS e (effect, n) CROSS JOIN LATERAL jsonb_to_recordset(e.effect -> 'outbox')
    AS r (event text, audience uuid[], payload jsonb)
  ORDER BY e.n;
END $function$;

CREATE OR REPLACE FUNCTION ledger_post(batch jsonb)
 RETURNS TABLE(item integer, outcome text, transfer_id uuid, balance bigint, short_of text)
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_seqscan TO 'off'
AS $function$
#variable_conflict use_column
DECLARE
  legs ledger_leg[];
  incomplete boolean;
  opened boolean := false;
  takes_held boolean;
  changes_daily boolean;
  sellers uuid[];
  gone uuid[];
  -- The direct legs, in the order they are judged. A release is there only when a held account is debited.
  leg_item integer[];
  leg_account_id bigint[];
  leg_amount bigint[];
  leg_floored boolean[];
  leg_answers boolean[];
  leg_account text[];
  leg_release_at timestamptz[];
  next_leg integer := 1;
  first_leg integer;
  locked bigint[];
  balances bigint[];
  slot integer;
  left_over bigint;
  ids uuid[];
  hashes bytea[];
  same_key integer[];
  known_ids uuid[];
  known_hashes bytea[];
  known_balances bigint[];
  posted boolean[] := '{}';
  posted_as integer[] := '{}';
  balances_after bigint[] := '{}';
  posted_count integer := 0;
  earlier integer;
  written integer;
BEGIN
  LOOP
    SELECT array_agg(l.leg), bool_or(l.incomplete), bool_or(l.direct AND l.release_at IS NOT NULL), bool_or(l.direct AND l.daily),
      array_agg(l.item) FILTER (WHERE l.direct), array_agg(l.account_id) FILTER (WHERE l.direct), array_agg(l.amount) FILTER (WHERE l.direct),
      array_agg(l.floored) FILTER (WHERE l.direct), array_agg(l.position = 1) FILTER (WHERE l.direct),
      array_agg(l.account) FILTER (WHERE l.direct), array_agg(l.release_at) FILTER (WHERE l.direct)
    INTO legs, incomplete, takes_held, changes_daily, leg_item, leg_account_id, leg_amount, leg_floored, leg_answers, leg_account, leg_release_at
    FROM (
      SELECT ROW(i.n, i.id, i.kind, i.at, (i.at AT TIME ZONE 'America/Sao_Paulo')::date, a.id, l.owner, l.account, l.amount, l.release_at, k.direct, k.daily)::ledger_leg AS leg,
        i.n AS item, l.position, a.id AS account_id, l.account, l.amount, l.release_at, k.direct, k.daily, l.amount < 0 AND NOT k.allow_negative AS floored,
        a.id IS NULL OR k.held <> (l.release_at IS NOT NULL) AS incomplete
      FROM ROWS FROM (jsonb_to_recordset(batch) AS (id uuid, kind text, at timestamptz, legs jsonb)) WITH ORDINALITY AS i (id, kind, at, legs, n)
      CROSS JOIN LATERAL ROWS FROM (jsonb_to_recordset(i.legs) AS (owner uuid, account text, label text, amount bigint, release_at timestamptz))
        WITH ORDINALITY AS l (owner, account, label, amount, release_at, position)
      LEFT JOIN LATERAL (
        SELECT allow_negative, held, daily, NOT appended OR (l.amount < 0 AND NOT allow_negative) AS direct FROM ledger_account_kinds WHERE kind = l.account
      ) k ON true
      LEFT JOIN LATERAL (
        SELECT id FROM ledger_accounts WHERE owner_profile_id = l.owner AND kind = l.account AND label = coalesce(l.label, '')
        UNION ALL
        SELECT id FROM ledger_accounts WHERE l.owner IS NULL AND owner_profile_id IS NULL AND kind = l.account AND label = coalesce(l.label, '')
      ) a ON true
      ORDER BY i.n, l.position
    ) l;
    EXIT WHEN NOT incomplete;
    IF opened THEN
      RAISE EXCEPTION 'a leg names an account that can''t be, or a held one without its release' USING ERRCODE = 'check_violation';
    END IF;
    PERFORM ledger_open(batch);
    opened := true;
  END LOOP;

  -- A removal holds its profile's row: a sale to it waits here and then finds it gone, or the removal waits and counts the sale.
  SELECT array_agg(p.id) INTO sellers FROM (
    SELECT id FROM profiles WHERE id IN (SELECT l.owner_profile_id FROM unnest(legs) l WHERE NOT l.direct AND l.owner_profile_id IS NOT NULL) ORDER BY id FOR KEY SHARE
  ) p;
  IF sellers IS NOT NULL THEN
    SELECT array_agg(p.id) INTO gone FROM profiles p JOIN users u ON u.id = p.user_id WHERE p.id = ANY (sellers) AND u.removed_at IS NOT NULL;
  END IF;

  SELECT array_agg(a.id), array_agg(a.balance) INTO locked, balances
  FROM (SELECT id, balance FROM ledger_accounts WHERE id = ANY (leg_account_id) ORDER BY id FOR NO KEY UPDATE) a;
  IF takes_held THEN
    PERFORM ledger_fold(array_agg(DISTINCT l.account_id)) FROM unnest(legs) l WHERE l.direct AND l.release_at IS NOT NULL;
  END IF;

  -- After the locks, so that a replay that waited for its first posting finds it.
  SELECT array_agg(i.id), array_agg(i.hash), array_agg(i.same_key), array_agg(i.known_id), array_agg(i.known_hash), array_agg(i.known_balance)
  INTO ids, hashes, same_key, known_ids, known_hashes, known_balances
  FROM (
    SELECT r.id, r.hash, min(r.n) OVER (PARTITION BY r.key) AS same_key,
      t.id AS known_id, t.request_hash AS known_hash, t.balance_after AS known_balance
    FROM ROWS FROM (jsonb_to_recordset(batch) AS (id uuid, key text, hash bytea)) WITH ORDINALITY AS r (id, key, hash, n)
    LEFT JOIN ledger_transfers t ON t.idempotency_key = r.key
    ORDER BY r.n
  ) i;

  FOR n IN 1 .. coalesce(cardinality(ids), 0) LOOP
    item := n; transfer_id := ids[n]; outcome := 'posted'; balance := NULL; short_of := NULL;
    earlier := posted_as[same_key[n]];
    IF known_ids[n] IS NOT NULL THEN
      transfer_id := known_ids[n]; balance := known_balances[n];
      outcome := CASE WHEN known_hashes[n] = hashes[n] THEN 'replay' ELSE 'mismatch' END;
    ELSIF earlier IS NOT NULL THEN
      transfer_id := ids[earlier]; balance := balances_after[earlier];
      outcome := CASE WHEN hashes[earlier] = hashes[n] THEN 'replay' ELSE 'mismatch' END;
    ELSIF gone IS NOT NULL AND EXISTS (SELECT FROM unnest(legs) l WHERE l.item = n AND NOT l.direct AND l.owner_profile_id = ANY (gone)) THEN
      outcome := 'gone';
    END IF;

    first_leg := next_leg;
    WHILE leg_item[next_leg] = n LOOP
      IF outcome = 'posted' THEN
        IF leg_release_at[next_leg] IS NULL THEN
          slot := array_position(locked, leg_account_id[next_leg]);
          left_over := balances[slot] + leg_amount[next_leg];
        ELSE
          slot := NULL;
          UPDATE ledger_holds SET amount = amount + leg_amount[next_leg]
          WHERE account_id = leg_account_id[next_leg] AND release_at = leg_release_at[next_leg] AND amount + leg_amount[next_leg] >= 0
          RETURNING amount INTO left_over;
          left_over := coalesce(left_over, -1);
        END IF;
        IF leg_floored[next_leg] AND left_over < 0 THEN
          outcome := 'insufficient'; short_of := leg_account[next_leg]; balance := balances[slot];
          IF slot IS NULL THEN
            SELECT h.amount INTO balance FROM ledger_holds h WHERE h.account_id = leg_account_id[next_leg] AND h.release_at = leg_release_at[next_leg];
            balance := coalesce(balance, 0);
          END IF;
          FOR q IN first_leg .. next_leg - 1 LOOP
            IF leg_release_at[q] IS NULL THEN
              slot := array_position(locked, leg_account_id[q]);
              balances[slot] := balances[slot] - leg_amount[q];
            ELSE
              UPDATE ledger_holds SET amount = amount - leg_amount[q] WHERE account_id = leg_account_id[q] AND release_at = leg_release_at[q];
            END IF;
          END LOOP;
        ELSE
          IF slot IS NOT NULL THEN balances[slot] := left_over; END IF;
          IF leg_answers[next_leg] THEN balance := left_over; END IF;
        END IF;
      END IF;
      next_leg := next_leg + 1;
    END LOOP;

    posted[n] := outcome = 'posted';
    IF posted[n] THEN
      posted_as[same_key[n]] := n; balances_after[n] := balance; posted_count := posted_count + 1;
    END IF;
    RETURN NEXT;
  END LOOP;
  IF posted_count = 0 THEN RETURN; END IF;

  WITH item AS MATERIALIZED (
    SELECT i.* FROM ROWS FROM (jsonb_to_recordset(batch) AS (id uuid, kind text, actor uuid, reference_type text, reference_id text, key text, hash bytea,
      memo jsonb, reverses uuid, at timestamptz)) WITH ORDINALITY
      AS i (id, kind, actor, reference_type, reference_id, key, hash, memo, reverses, at, n)
    WHERE posted[i.n]
  ), transfer AS (
    INSERT INTO ledger_transfers (id, kind, actor_profile_id, reference_type, reference_id, idempotency_key, request_hash, balance_after, memo, reverses, created_at)
    SELECT id, kind, actor, reference_type, reference_id, key, hash, balances_after[n], memo, reverses, at FROM item ORDER BY key
    ON CONFLICT (idempotency_key) DO NOTHING RETURNING 1
  ), leg AS MATERIALIZED (
    SELECT l.* FROM unnest(legs) l WHERE posted[l.item]
  ), entry AS (
    INSERT INTO ledger_entries (transfer_id, account_id, amount, release_at, created_at)
    SELECT transfer_id, account_id, amount, release_at, created_at FROM leg
  ), appended AS (
    INSERT INTO ledger_unfolded (account_id, amount, entries, release_at, transfer_kind, day)
    SELECT account_id, sum(amount)::bigint, count(*), release_at, transfer_kind, day FROM leg WHERE NOT direct GROUP BY account_id, release_at, transfer_kind, day
  ), balance AS (
    UPDATE ledger_accounts a SET balance = a.balance + d.amount
    FROM (SELECT account_id, sum(amount)::bigint AS amount FROM leg WHERE direct GROUP BY account_id) d
    WHERE a.id = d.account_id
  )
  SELECT count(*) INTO written FROM transfer;
  IF written < posted_count THEN
    RAISE EXCEPTION 'another transfer took an idempotency key meanwhile' USING ERRCODE = 'serialization_failure';
  END IF;

  -- Processes of the version before send events and notices, always both.
  PERFORM write_side_effects(array_agg(coalesce(i.side_effects, CASE WHEN i.events IS NOT NULL THEN jsonb_build_object('outbox', i.events, 'notifications', i.notices) END) ORDER BY i.n))
  FROM ROWS FROM (jsonb_to_recordset(batch) AS (side_effects jsonb, events jsonb, notices jsonb)) WITH ORDINALITY AS i (side_effects, events, notices, n)
  WHERE posted[i.n];

  IF takes_held THEN
    DELETE FROM ledger_holds h USING unnest(legs) l WHERE l.direct AND l.release_at IS NOT NULL AND h.account_id = l.account_id AND h.amount = 0;
  END IF;
  IF changes_daily THEN
    INSERT INTO ledger_daily_totals AS d (account_id, day, transfer_kind, amount, entries)
    SELECT l.account_id, l.day, l.transfer_kind, sum(l.amount)::bigint, count(*) FROM unnest(legs) l WHERE l.direct AND l.daily AND posted[l.item] GROUP BY 1, 2, 3
    ON CONFLICT (account_id, day, transfer_kind) DO UPDATE SET amount = d.amount + excluded.amount, entries = d.entries + excluded.entries;
  END IF;

  -- One event per payer and one for all who earned, however many transfers of the batch touched them.
  INSERT INTO outbox (event, audience, payload)
  SELECT 'wallets', ARRAY[o.owner_profile_id], jsonb_build_object('payload', jsonb_build_object('walletType', 'wallet',
    'balance', coalesce(sum(a.balance) FILTER (WHERE a.kind = 'wallet'), 0),
    'lockedBalance', coalesce(sum(a.balance) FILTER (WHERE a.kind = 'locked'), 0)))
  FROM (SELECT DISTINCT l.owner_profile_id FROM unnest(legs) l WHERE posted[l.item] AND l.account IN ('wallet', 'locked')) o
  JOIN ledger_accounts a ON a.owner_profile_id = o.owner_profile_id AND a.kind IN ('wallet', 'locked')
  GROUP BY o.owner_profile_id
  UNION ALL
  SELECT 'wallets', array_agg(DISTINCT l.owner_profile_id), '{"payload": {"walletType": "earnings"}}'::jsonb
  FROM unnest(legs) l WHERE posted[l.item] AND l.account IN ('pending', 'earnings') HAVING count(*) > 0;
END $function$;
