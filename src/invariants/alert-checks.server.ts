import { type Check, sqlCheck } from './check.server.ts';

/** Stock alerts, invariant 12. */
export const ALERT_CHECKS: readonly Check[] = [
  sqlCheck(12, 'a sent stock alert has one email, and no other alert has any', 'stock_alerts', {
    violations: `
      select a.id as subject from stock_alerts a left join (
        select l.alert_id, count(*) as count from stock_alert_links l
          join mails m on m.id = l.mail_id and m.kind = 'stock_alert' group by l.alert_id
      ) written on written.alert_id = a.id
      where coalesce(written.count, 0) <> case a.state when 'sent' then 1 else 0 end`,
  }),
  sqlCheck(12, 'a confirmed stock alert’s tool is being watched', 'confirmed stock alerts', {
    from: "stock_alerts where state = 'confirmed'",
    violations: `
      select a.id as subject from stock_alerts a
      where a.state = 'confirmed' and not exists (select from awaited_tools t where t.tool_id = a.tool_id)`,
  }),
];
