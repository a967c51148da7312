import { MAX_BASKET_QUANTITY } from '#src/features/basket/rules.ts';
import { type Check, sqlCheck } from './check.server.ts';

/** Baskets, invariant 5: their lines are one value, so that no foreign key guards the tools in it. */
export const BASKET_CHECKS: readonly Check[] = [
  sqlCheck(
    5,
    'every line of a basket has a valid quantity of an existing tool, and no tool is there twice',
    'baskets',
    {
      violations: `
      select b.user_id as subject from baskets b
        cross join lateral jsonb_array_elements(b.lines) as line
        left join tools t on t.id = line ->> 'toolId'
      group by b.user_id
      having count(*) <> count(distinct t.id)
        or not bool_and(case when (line ->> 'quantity') ~ '^[1-9][0-9]{0,9}$'
          then (line ->> 'quantity')::numeric <= ${MAX_BASKET_QUANTITY} else false end)`,
    },
  ),
];
