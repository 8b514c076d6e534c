# Holds a listening socket and runs a program with it, as systemd does for a service with a socket unit. SIGHUP restarts the
# program: the next one starts after the former has ended. SIGTERM ends both.
use strict;
use warnings;
use Socket;
use POSIX qw(dup2 :sys_wait_h);

$^F = 10;
socket(my $listening, PF_INET, SOCK_STREAM, 0) or die "socket: $!";
setsockopt($listening, SOL_SOCKET, SO_REUSEADDR, 1);
bind($listening, sockaddr_in(0, INADDR_LOOPBACK)) or die "bind: $!";
listen($listening, 511) or die "listen: $!";
my ($port) = sockaddr_in(getsockname($listening));
dup2(fileno($listening), 3) or die "dup2: $!";

my $child;
my $ending = 0;
my $restart = 0;
$SIG{HUP} = sub { $restart = 1; kill 'TERM', $child; };
$SIG{TERM} = sub { $ending = 1; kill 'TERM', $child; };
$| = 1;
print "port $port\n";
until ($ending) {
  $child = fork();
  if ($child == 0) {
    $ENV{LISTEN_FDS} = 1;
    $ENV{LISTEN_PID} = $$;
    exec @ARGV or exit 127;
  }
  # A signal interrupts the wait.
  1 until waitpid($child, 0) == $child;
  print "ended $?\n";
  exit 1 unless $restart || $ending;
  $restart = 0;
}
