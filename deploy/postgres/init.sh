#!/bin/sh
# init.sh SERVICE…: two roles and a database for each service, on the server that PGHOST, PGUSER and PGPASSWORD name.
# `events` owns the database `events` and migrates it; `events_runtime` serves and cannot change the schema. Their passwords come
# from EVENTS_OWNER_PASSWORD and EVENTS_DATABASE_PASSWORD; each password may instead stand in the file that NAME_FILE names.
# PGUSER needs CREATEDB and CREATEROLE, and need not be a superuser.
# It runs at every start. It keeps existing roles and databases, and sets their passwords again. A release before the two roles
# serves as `events`: keep its password as EVENTS_OWNER_PASSWORD until its replicas are replaced.
set -eu

variable() { # service, rest
  printf '%s_%s' "$(printf %s "$1" | tr '[:lower:]' '[:upper:]')" "$2"
}

read_file() { # name of a variable
  if file=$(printenv "$1_FILE"); then export "$1=$(cat "$file")"; fi
}

read_file PGPASSWORD
for service in "$@"; do
  read_file "$(variable "$service" OWNER_PASSWORD)"
  read_file "$(variable "$service" DATABASE_PASSWORD)"
done

# The passwords of .env.example are public. They are refused unless PUBLIC_URL leads to this machine only.
# libs/service/src/config/published-secrets.ts has the same rule.
local='^https?://(([a-z0-9-]+\.)*localhost|127(\.[0-9]+){3}|\[::1\])(:[0-9]+)?(/|$)'
if [ -n "${PUBLIC_URL:-}" ] && ! printf %s "$PUBLIC_URL" | grep -Eiq "$local"; then
  if env | grep -E '^(PGPASSWORD|[A-Z0-9_]+_(DATABASE|OWNER)_PASSWORD)=.*development-only-' | cut -d= -f1 | grep .; then
    echo 'these come from .env.example, which is public; choose your own, because PUBLIC_URL leads to more than this machine' >&2
    exit 78
  fi
fi

for service in "$@"; do
  # \getenv keeps the passwords out of the process list. Who makes a database for another role must be its member.
  psql --no-psqlrc --quiet --dbname=postgres --set=ON_ERROR_STOP=1 --set=service="$service" --set=runtime="${service}_runtime" <<SQL
\getenv owner_password $(variable "$service" OWNER_PASSWORD)
\getenv password $(variable "$service" DATABASE_PASSWORD)
SELECT format('CREATE ROLE %I LOGIN', name) FROM unnest(ARRAY[:'service', :'runtime']) name
 WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) \gexec
ALTER ROLE :"service" PASSWORD :'owner_password';
ALTER ROLE :"runtime" PASSWORD :'password';
SELECT format('GRANT %I TO CURRENT_USER', :'service') WHERE NOT pg_has_role(:'service', 'USAGE') \gexec
SELECT format('CREATE DATABASE %I OWNER %I', :'service', :'service')
 WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = :'service') \gexec
REVOKE CONNECT ON DATABASE :"service" FROM PUBLIC;
GRANT CONNECT ON DATABASE :"service" TO :"runtime";
SQL
  echo "database $service is there"
done
