# frozen_string_literal: true
require "json"
require_relative "base"

module Stores
  # Keeps things.
  class Store < Base::Core
    LIMIT = 4
    NAMES = %w[a end].freeze

    attr_reader :name

    def initialize(name, *rest, key: nil, &block)
      @text = <<~EOS
        def not_one
      EOS
      @re = /end\/"/
    end

    def load?(key) = key == "x"

    def self.make; new("#{"a"}") end

    def ==(other)
      other.each do |o|
        if o then return true end
      end
    end

    class << self
      def helper(a) # why
        a if a
      end
    end

    private

    def secret=(value)
      case value
      when 1 then 2
      end
    end
  end
  class Error < StandardError; end
end

RSpec.describe Stores::Store do
  it "loads" do
    expect(1).to eq(1)
  end
end

class ::Global
  def seen; end

private
  def unseen
    1
  end
end
