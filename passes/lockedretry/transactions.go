package lockedretry

// transactions are the types of begun transactions, as of database/sql of Go 1.26,
// github.com/jackc/pgx/v5 v5.7.5 and github.com/jmoiron/sqlx v1.4.0: what they lock
// is free, and their connection is, after Commit or Rollback.
var transactions = []struct{ pkg, name string }{
	{"database/sql", "Tx"},
	{"github.com/jackc/pgx/v4", "Tx"},
	{"github.com/jackc/pgx/v5", "Tx"},
	{"github.com/jmoiron/sqlx", "Tx"},
}
