-- The prefix of order numbers is a setting. 'IM' was the only one.
CREATE OR REPLACE FUNCTION format_purchase_number(year integer, count bigint) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT values->>'orderPrefix' FROM shop_settings), 'IM') || '-' || year || '-'
    || lpad(count::text, greatest(6, length(count::text)), '0')
$$;
