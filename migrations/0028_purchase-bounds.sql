-- As migration 0027, with one bound more: the first purchase of a confirmed account passes its network by as long as it has
-- no more lines than the account may have orders. Free accounts of one network could hold a hundred tools each otherwise.
CREATE OR REPLACE FUNCTION refuse_unpaid_purchase(
  ordering_user text, from_network text, unconfirmed boolean, account_limit integer, network_limit integer, lines integer,
  order_key text, purchase_key text
) RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  unpaid integer;
BEGIN
  IF account_limit IS NULL AND order_key IS NULL AND purchase_key IS NULL THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('unpaid orders of user ' || ordering_user, 0));
  IF (order_key IS NOT NULL AND EXISTS (
        SELECT FROM orders WHERE user_id = ordering_user AND idempotency_key = order_key))
    OR (purchase_key IS NOT NULL AND EXISTS (
        SELECT FROM purchases WHERE user_id = ordering_user AND idempotency_key = purchase_key)) THEN
    RETURN 'duplicate';
  END IF;
  IF account_limit IS NULL THEN RETURN NULL; END IF;
  SELECT count(*) INTO unpaid FROM (
    SELECT FROM purchases WHERE user_id = ordering_user AND state = 'placed' LIMIT account_limit
  ) AS own;
  IF unpaid >= account_limit THEN RETURN 'account'; END IF;
  IF from_network IS NULL OR (unpaid = 0 AND NOT unconfirmed AND lines <= account_limit) THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('unpaid orders of network ' || unconfirmed || from_network, 0));
  SELECT count(*) INTO unpaid FROM (
    SELECT FROM stock_holds WHERE network = from_network AND is_unconfirmed = unconfirmed LIMIT network_limit
  ) AS neighbours;
  IF unpaid + lines > network_limit THEN RETURN 'network'; END IF;
  RETURN NULL;
END $$;
