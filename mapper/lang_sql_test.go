package mapper

import "testing"

// TestOpenings holds that a statement of SQL is read alike whatever stood before it: that an
// opening is known by its bytes changes nothing.
func TestOpenings(t *testing.T) {
	statements := []string{
		"CREATE TABLE a (x int);", "CREATE TABLE IF NOT EXISTS b (x int);", "CREATE TABLE  c (x int);", "CREATE TABLE\"d\"(x int);", "CREATE TABLESPACE e;", "create table f (x int);",
		"CREATE INDEX g ON t (x);", "CREATE INDEX ON u (x);", "CREATE INDEX CONCURRENTLY h ON ONLY v (x);", "CREATE INDEX IF NOT EXISTS i ON t (x);", "CREATE UNIQUE INDEX j ON t (x);",
		"CREATE TYPE k AS ENUM ('a');", "CREATE TYPE BODY l AS BEGIN NULL; END;", "CREATE OR REPLACE FUNCTION m() RETURNS int AS $$ SELECT 1; $$ LANGUAGE sql;", "CREATE TRIGGER n AFTER INSERT ON t EXECUTE FUNCTION m();",
		"CREATE DEFINER = `o`@`p` VIEW q AS SELECT 1;", "CREATE TABLE if_s (x int);", "CREATE SCHEMA on_t;", "ALTER TABLE ONLY r ADD x int;", "ALTER TABLE s ADD x int;", "ALTER TABLE IF EXISTS ONLY t ADD x int;",
		"DROP TABLE u;", "DROP TABLE IF EXISTS v;", "INSERT INTO w VALUES (1);", "INSERT w2 VALUES (1);", "INSERT IGNORE INTO x (a) VALUES (1), (2);", "REPLACE INTO y VALUES (1);", "COPY z FROM '/a';", "TRUNCATE TABLE aa;",
	}
	last := func(text string) Symbol {
		var last Symbol
		for _, s := range outline(t, "a.sql", []byte(text)).All {
			last = *s
		}
		last.First, last.Last, last.Head, last.Children = 0, 0, 0, nil
		return last
	}
	for _, one := range statements {
		alone := last(one)
		for _, before := range statements {
			if got := last(before + "\nCREATE SCHEMA apart;\n" + one); before != one && (got.Long() != alone.Long() || got.Short() != alone.Short() || got.Name != alone.Name || got.Kind != alone.Kind) {
				t.Errorf("after %s\n%s\nis %q, alone %q", before, one, got.Long(), alone.Long())
			}
		}
	}
}
