// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {IERC20} from "../IERC20.sol";
import "./Base.sol";

/// Keeps things.
abstract contract Store is Base, IERC20 {
    struct Item { uint256 id; string name; }
    enum State { Open, Shut }
    event Added(address indexed who, uint256 id);
    error Full(uint256 limit);
    mapping(address => Item) private _items;

    constructor(string memory name_) Base(name_) {}

    modifier onlyOwner() {
        _;
    }

    function add(Item calldata item) external virtual override onlyOwner returns (uint256) {
        emit Added(msg.sender, item.id);
        return item.id;
    }
    function total() external view returns (uint256);
    receive() external payable {}
}

library Sums {
    function sum(uint256 a, uint256 b) internal pure returns (uint256) { return a + b; }
}
