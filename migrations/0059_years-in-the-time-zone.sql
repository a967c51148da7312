ALTER TABLE "purchase_years" ADD COLUMN "time_zone" text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
-- The time, and the time zone of the settings. It is not interpreted here: the shop alone decides what a name means.
CREATE FUNCTION get_shop_clock(OUT now timestamptz, OUT time_zone text) LANGUAGE sql VOLATILE AS $$
  SELECT clock_timestamp(), coalesce((SELECT values->>'timeZone' FROM shop_settings), 'UTC')
$$;
--> statement-breakpoint
DROP FUNCTION begin_purchase_year();
--> statement-breakpoint
-- Begins the count of a year, once: what is counted from now on belongs to it. A year after it stays begun. Whoever waits
-- for the lock sees it then. Returns the newest year. The defaults are for processes of an earlier version.
CREATE FUNCTION begin_purchase_year(
  this_year integer DEFAULT extract(year FROM clock_timestamp() AT TIME ZONE 'UTC')::integer, in_time_zone text DEFAULT 'UTC'
) RETURNS integer LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM purchase_years WHERE year >= this_year) THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('purchase numbers of a new year', 0));
    INSERT INTO purchase_years (year, base, time_zone)
      SELECT this_year, coalesce(pg_sequence_last_value('purchases_seq_seq'), 0), in_time_zone
      WHERE NOT EXISTS (SELECT FROM purchase_years WHERE year >= this_year);
  END IF;
  RETURN (SELECT max(year) FROM purchase_years);
END $$;
