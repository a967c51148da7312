import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import type { Place } from '#src/shared/postal-address/places.ts';
import { METHOD_KINDS, type ShippingRate, WEIGHT_UNITS } from './rules.ts';

/** Where shipping costs the same. No two zones have a place of the same size that covers the same address. */
export const shippingZones = pgTable(
  'shipping_zones',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    places: jsonb().$type<Place[]>().notNull(),
    /** Counts the changes. A change names the version that it was made from. */
    version: integer().notNull().default(1),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    changedAt: timestamp({ withTimezone: true }),
  },
  (t) => [
    uniqueIndex('shipping_zones_name').on(sql`lower(${t.name})`),
    check('shipping_zones_name_length', sql`char_length(${t.name}) between 1 and 60`),
    check(
      'shipping_zones_places_bounded',
      sql`jsonb_typeof(${t.places}) = 'array' and jsonb_array_length(${t.places}) between 1 and 200 and octet_length(${t.places}::text) <= 40000`,
    ),
    check('shipping_zones_version', sql`${t.version} >= 1`),
  ],
);

/** How a purchase can get to its buyer, and what that costs. Without an active method, the shop charges no shipping. */
export const shippingMethods = pgTable(
  'shipping_methods',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    /** Where the method is offered. Null for pick-up, which every buyer can choose. */
    zoneId: text().references(() => shippingZones.id),
    kind: text({ enum: METHOD_KINDS }).notNull(),
    /** Ascending by `from`. One for a flat price, none for pick-up and quotes. */
    rates: jsonb().$type<readonly ShippingRate[]>().notNull().default([]),
    /** The most that the method takes, in the unit of its rates. Null: any. */
    upTo: integer(),
    /** The value of goods from which the method costs nothing. */
    freeFromMinor: integer(),
    /** Added to the rate. */
    handlingMinor: integer().notNull().default(0),
    /** How many days the carrier takes. Both are null if the shop promises nothing. */
    daysMin: integer(),
    daysMax: integer(),
    /** Where and when buyers pick up. Empty for the shop's own address and hours. */
    pickupAddress: text().notNull().default(''),
    pickupHours: text().notNull().default(''),
    /** In which unit the weights of its rates are shown. They are stored in grams. */
    weightUnit: text({ enum: WEIGHT_UNITS }).notNull().default('kg'),
    isActive: boolean().notNull().default(true),
    /** The place in the list, from 1. */
    position: integer().notNull().default(0),
    /** Counts the changes. A change names the version that it was made from. */
    version: integer().notNull().default(1),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    changedAt: timestamp({ withTimezone: true }),
  },
  (t) => [
    uniqueIndex('shipping_methods_name').on(sql`coalesce(${t.zoneId}, '')`, sql`lower(${t.name})`),
    index('shipping_methods_of_zone').on(t.zoneId),
    check('shipping_methods_name_length', sql`char_length(${t.name}) between 1 and 60`),
    check('shipping_methods_kind', sql`${t.kind} in ('flat', 'by_weight', 'by_value', 'pickup', 'by_quote')`),
    check('shipping_methods_pickup_has_no_zone', sql`(${t.kind} = 'pickup') = (${t.zoneId} is null)`),
    check(
      'shipping_methods_rates_bounded',
      sql`jsonb_typeof(${t.rates}) = 'array' and octet_length(${t.rates}::text) <= 4000 and case ${t.kind} when 'flat' then jsonb_array_length(${t.rates}) = 1 when 'pickup' then jsonb_array_length(${t.rates}) = 0 when 'by_quote' then jsonb_array_length(${t.rates}) = 0 else jsonb_array_length(${t.rates}) between 1 and 40 end`,
    ),
    check('shipping_methods_weight_unit', sql`${t.weightUnit} in ('kg', 'lb')`),
    check(
      'shipping_methods_up_to',
      sql`${t.upTo} is null or (${t.upTo} > 0 and ${t.kind} in ('by_weight', 'by_value'))`,
    ),
    check(
      'shipping_methods_amounts',
      sql`${t.handlingMinor} >= 0 and (${t.freeFromMinor} is null or ${t.freeFromMinor} > 0)`,
    ),
    check(
      'shipping_methods_days',
      sql`(${t.daysMin} is null) = (${t.daysMax} is null) and (${t.daysMin} is null or (${t.daysMin} >= 0 and ${t.daysMin} <= ${t.daysMax} and ${t.daysMax} <= 90))`,
    ),
    check(
      'shipping_methods_pickup_lengths',
      sql`char_length(${t.pickupAddress}) <= 200 and char_length(${t.pickupHours}) <= 120`,
    ),
    check('shipping_methods_version', sql`${t.version} >= 1`),
  ],
);
