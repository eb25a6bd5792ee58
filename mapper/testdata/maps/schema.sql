-- CREATE TABLE commented (x int);
CREATE TABLE "Users" (
  id int NOT NULL,
  -- a comment, with a comma
  note text DEFAULT 'a;b', PRIMARY KEY (id),
  price numeric(10, 2)
);
CREATE UNIQUE INDEX CONCURRENTLY idx ON public.users (id);
/* CREATE TABLE hidden (x int); */
CREATE OR REPLACE FUNCTION app.f(a int, b text DEFAULT 'x')
  RETURNS int LANGUAGE plpgsql AS $body$
BEGIN
  CREATE TABLE inner_t (x int);
  RETURN 1;
END;
$body$;

INSERT INTO users (id) VALUES (1), (2);
INSERT INTO users (id) VALUES (3);
COPY app.items (id, name) FROM stdin;
1	a;b
2	it's
\.
ALTER TABLE ONLY users ADD COLUMN x int;
ALTER TABLE ONLY users ADD COLUMN y int;
CREATE MATERIALIZED VIEW mv AS SELECT 1;
CREATE TRIGGER touch BEFORE UPDATE ON users FOR EACH ROW EXECUTE FUNCTION app.f();
CREATE TRIGGER many AFTER INSERT ON users
BEGIN
  SELECT CASE WHEN 1 THEN 2 END;
  UPDATE users SET id = 1;
END;
DELIMITER //
CREATE PROCEDURE p(IN n INT)
BEGIN
  IF n > 1 THEN SELECT 1; END IF;
END //
DELIMITER ;
CREATE SEQUENCE IF NOT EXISTS seq;
GRANT SELECT ON users TO a;
GRANT SELECT ON users TO b;
SELECT id
  FROM users;
