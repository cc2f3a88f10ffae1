#!/bin/sh
# Answers haproxy's health check for one MariaDB node: 200 while the node may serve, 503 otherwise.
# socat TCP-LISTEN:4461,bind=127.0.0.1,reuseaddr,fork EXEC:"/usr/local/bin/check-node.sh HOST PORT USER PASSWORD"
# The user needs no right at all: CREATE USER health@'127.0.0.1' IDENTIFIED BY '…';
host=$1 port=$2 user=$3 password=$4
# The request's head has to be read, or the line is reset before the answer is.
while IFS= read -r line && [ "${#line}" -gt 1 ]; do :; done
said=$(MYSQL_PWD=$password timeout 2 mariadb --no-defaults -h "$host" -P "$port" -u "$user" --connect-timeout=2 -N -B -e "SHOW GLOBAL STATUS WHERE Variable_name IN ('wsrep_local_state', 'wsrep_cluster_status', 'wsrep_ready')" 2>/dev/null | sort | tr '\t\n' '= ')
case $said in
  'wsrep_cluster_status=Primary wsrep_local_state=4 wsrep_ready=ON ') status='200 OK' ;;
  *) status='503 Service Unavailable' ;;
esac
printf 'HTTP/1.0 %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n' "$status"
