package Stores::Store;

use strict;
use Mojo::Base -base;
use List::Util qw(first sum);
use constant LIMIT => 4;
use constant { LEAST => 1, MOST => 9 };

=head1 NAME

sub not_one {

=cut

has name => 'store';

# Keeps things.
sub load {
    my ($self, $key) = @_;
    return $key =~ m{^[/}]+$} ? $#{$self->{list}} : $self->{s} / 2 / 3; # }
}

sub announced;

sub text {
    my $text = <<"EOT" . qq{ " };
sub not_one {
__END__
EOT
    $text =~ s{\}}{"\{"}g;
    $text =~ tr/a-z/{}/;
    my $inner = sub { split /{/, shift };
    print "It's $inner", q(a ' b), $', $";
    return $text;
}

sub _private ($self, $max = 3) { return y => 1 }

package Stores::Error {
    sub new { bless {}, shift }
}

package main;
sub run { }
1;
__END__
sub { not code
