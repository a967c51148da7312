-- The prefix of the SKUs that the shop makes is a setting. 'IM' was the only one.
CREATE OR REPLACE FUNCTION make_tool_sku() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  made text := coalesce((SELECT values->>'skuPrefix' FROM shop_settings), 'IM') || '-'
    || lpad(new.seq::text, greatest(5, length(new.seq::text)), '0');
  attempt integer := 1;
BEGIN
  new.sku := made;
  WHILE EXISTS (SELECT FROM tools WHERE lower(sku) = lower(new.sku)) LOOP
    attempt := attempt + 1;
    new.sku := made || '-' || attempt;
  END LOOP;
  RETURN new;
END $$;
