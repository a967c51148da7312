/** Inserts users without an identity, so nobody can sign in as one of them. */
export const USERS = `
  insert into users (id, email, display_name, email_confirmed, created_at)
  select 'growthuser' || lpad(n::text, 14, '0'), 'buyer' || n || '@example.com',
    (array['Ada','Björn','Chloé','Dmitri','Elena','François','Grace','Håkon','Inés','Jürgen','Kenji','Łukasz','María','Noah','Olga'])[n % 15 + 1] || ' '
      || (array['Smith','Müller','Kowalski','García','Nguyen','O’Neil','Sørensen','Yılmaz','Novák','Rossi','Tanaka'])[n * 7 % 11 + 1] || ' ' || n,
    n % 9 <> 0, now() - interval '300 days' + n * interval '300 days' / $1::int
  from generate_series(0, $1::int - 1) n`;

/** Inserts what an inbox collects: quote requests, messages and subscribers. */
export const ENQUIRIES = [
  `insert into quotes (id, name, email, message, done_at, product, tool_id, quantity, company)
   select 'growthquote' || lpad(n::text, 13, '0'), 'Ada Smith ' || n, 'asks' || n || '@example.com',
     'Please quote for ' || item_name, case when n % 4 > 0 then now() end, item_name, id, 1 + n % 900, 'Smith & Sons ' || n
   from generate_series(0, $1::int - 1) n join tools on id = 'rangetool' || lpad(n::text, 15, '0')`,
  `insert into contact_messages (id, name, email, message, done_at, subject)
   select 'growthnote' || lpad(n::text, 14, '0'), 'Grace García ' || n, 'writes' || n || '@example.com',
     'When is order ' || n || ' delivered?', case when n % 4 > 0 then now() end, 'Delivery of ' || n
   from generate_series(0, $1::int - 1) n`,
  `insert into subscribers (id, email, state, confirmed_at)
   select 'growthsubs' || lpad(n::text, 14, '0'), 'reads' || n || '@example.com',
     case when n % 3 = 0 then 'pending' else 'confirmed' end, case when n % 3 > 0 then now() end
   from generate_series(0, $1::int - 1) n`,
];
