-- Whether orders are in this currency, until the transaction ends: choosing another one waits for the lock that this
-- shares, and then finds the order. The setting is left out while it is the default, USD.
CREATE FUNCTION is_shop_currency(stored text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('currency of the shop', 0));
  -- A statement of its own, so that it sees what was committed while this one waited.
  RETURN stored = coalesce((SELECT lower(values->>'currency') FROM shop_settings), 'usd');
END $function$;
